// Texts of the benchmark: words of a language in random order, the same in every run.

const WORDS = {
  ASCII: 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut',
  French: 'les élèves français ont déjà mangé près de la forêt où naît une rivière très fraîche',
  Russian: 'все счастливые семьи похожи друг на друга каждая несчастливая семья несчастлива по своему',
  Chinese: '学而时习之 不亦说乎 有朋自远方来 不亦乐乎 人不知而不愠 不亦君子乎 巧言令色 鲜矣仁',
  Japanese: '吾輩 は 猫で ある 名前は まだ 無い どこで 生れたか とんと 見当が つかぬ 何でも 薄暗い',
  Korean: '나는 고양이다 이름은 아직 없다 어디서 태어났는지 도무지 짐작이 가지 않는다 아무튼 어둡고',
  emoji: '😀😃😄 🎉🎊 🚀🌍 👍🏽 ❤️🔥 🐍🦀 🍕🍔 🎸🥁',
};

/**
 * Returns `length` bytes of UTF-8, or a few less.
 *
 * @param {keyof typeof WORDS} language
 * @param {number} length
 */
export function text(language, length) {
  const words = WORDS[language].split(' ').map((word) => new TextEncoder().encode(`${word} `));
  const bytes = new Uint8Array(length);
  let seed = 1;
  for (let at = 0; ; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const word = words[(seed >>> 16) % words.length];
    if (at + word.length > length) return bytes.subarray(0, at);
    bytes.set(word, at);
    at += word.length;
  }
}

export const languages = ['ASCII', 'French', 'Russian', 'Chinese', 'emoji'];
