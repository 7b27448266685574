//! Items by bucket, as the hash tables of labels and names need them.

/// The numbers of `ITEMS` items, by bucket. `END` is the number of buckets, and one.
pub(super) struct Buckets<const ITEMS: usize, const END: usize> {
    /// The place of the first item of each bucket, and the number of items.
    starts: [u16; END],
    /// The numbers of the items. Those of one bucket are in their order.
    items: [u16; ITEMS],
}

impl<const ITEMS: usize, const END: usize> Buckets<ITEMS, END> {
    /// Sorts the items by counting those of each bucket. `buckets` has the bucket of each item.
    pub(super) const fn new(buckets: &[u16; ITEMS]) -> Self {
        assert!(ITEMS <= u16::MAX as usize, "a place has sixteen bits");
        let (mut starts, mut items) = ([0; END], [0; ITEMS]);
        let mut item = 0;
        while item < ITEMS {
            starts[buckets[item] as usize + 1] += 1;
            item += 1;
        }
        let mut bucket = 1;
        while bucket < END {
            starts[bucket] += starts[bucket - 1];
            bucket += 1;
        }
        let mut next = starts;
        let mut item = 0;
        while item < ITEMS {
            let place = &mut next[buckets[item] as usize];
            items[*place as usize] = item as u16;
            *place += 1;
            item += 1;
        }
        Self { starts, items }
    }

    /// Returns the place of the first item of a bucket, and the place after the last one.
    #[inline]
    pub(super) const fn places(&self, bucket: usize) -> [usize; 2] {
        [self.starts[bucket] as usize, self.starts[bucket + 1] as usize]
    }

    /// Returns the numbers of the items of a bucket.
    #[inline]
    pub(super) fn items(&self, bucket: usize) -> &[u16] {
        let [start, end] = self.places(bucket);
        self.items.get(start..end).unwrap_or_default()
    }

    /// Returns the number of the item at a place.
    #[inline]
    pub(super) const fn item(&self, place: usize) -> usize {
        self.items[place] as usize
    }

    /// Returns the largest number of items of a bucket.
    #[cfg(test)]
    pub(super) fn most(&self) -> u16 {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    }
}
