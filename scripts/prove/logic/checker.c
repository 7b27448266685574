/* Checks a proof that clauses cannot be satisfied: each line must follow by unit propagation (RUP).
 *
 *     checker CLAUSES PROOF
 *
 * CLAUSES is in the DIMACS format, and PROOF in the text format of DRAT. Only steps by unit propagation are
 * accepted (no RAT), which every solver without preprocessing writes. Prints `verified`, and returns 0, only
 * if the proof derives the empty clause. This program shares no code with the solver or the engine. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int size, dead; uint64_t hash; int *lits; } Clause;
typedef struct { int *items; int size, room; } List;

static Clause *clauses;
static int count, room, variables;
static List *watches;          /* the clauses that watch a literal */
static signed char *values;    /* 1 true, -1 false, 0 open, by literal */
static int *trail, trail_size, head;
static List *buckets;
enum { BUCKETS = 1 << 20 };

static int at(int lit) { return lit > 0 ? 2 * lit : -2 * lit + 1; }

static void *must(void *memory) {
    if (!memory) { fputs("checker: out of memory\n", stderr); exit(2); }
    return memory;
}

static void push(List *list, int item) {
    if (list->size == list->room) {
        list->room = list->room ? 2 * list->room : 4;
        list->items = must(realloc(list->items, sizeof(int) * list->room));
    }
    list->items[list->size++] = item;
}

static void grow(int variable) {
    if (variable <= variables) return;
    int wanted = variable + variable / 2 + 16;
    watches = must(realloc(watches, sizeof(List) * (2 * wanted + 2)));
    values = must(realloc(values, 2 * wanted + 2));
    trail = must(realloc(trail, sizeof(int) * (wanted + 1)));
    int start = variables ? 2 * variables + 2 : 0;
    memset(watches + start, 0, sizeof(List) * (2 * wanted + 2 - start));
    memset(values + start, 0, 2 * wanted + 2 - start);
    variables = wanted;
}

static void assign(int lit) {
    values[at(lit)] = 1;
    values[at(-lit)] = -1;
    trail[trail_size++] = lit;
}

/* Returns 1 if some clause is false. */
static int propagate(void) {
    while (head < trail_size) {
        int lit = -trail[head++];
        List *list = &watches[at(lit)];
        int kept = 0;
        for (int i = 0; i < list->size; i++) {
            int id = list->items[i];
            Clause *c = &clauses[id];
            if (c->dead) continue;
            int *l = c->lits;
            if (l[0] == lit) { l[0] = l[1]; l[1] = lit; }
            if (values[at(l[0])] == 1) { list->items[kept++] = id; continue; }
            int found = 0;
            for (int k = 2; k < c->size; k++) {
                if (values[at(l[k])] != -1) {
                    l[1] = l[k];
                    l[k] = lit;
                    push(&watches[at(l[1])], id);
                    list = &watches[at(lit)];
                    found = 1;
                    break;
                }
            }
            if (found) continue;
            list->items[kept++] = id;
            if (values[at(l[0])] == -1) {
                for (i++; i < list->size; i++) list->items[kept++] = list->items[i];
                list->size = kept;
                return 1;
            }
            if (values[at(l[0])] == 0) assign(l[0]);
        }
        list->size = kept;
    }
    return 0;
}

static void undo(int size) {
    while (trail_size > size) {
        int lit = trail[--trail_size];
        values[at(lit)] = values[at(-lit)] = 0;
    }
    head = size;
}

static uint64_t hash_of(const int *lits, int size) {
    uint64_t sum = 0, product = 1;
    for (int i = 0; i < size; i++) {
        uint64_t x = (uint64_t)(int64_t)lits[i] * 0x9E3779B97F4A7C15u;
        x ^= x >> 29;
        sum += x;
        product *= x | 1;
    }
    return sum ^ product * 31;
}

static int same(const int *a, const int *b, int size) {
    for (int i = 0; i < size; i++) {
        int found = 0;
        for (int k = 0; k < size; k++) found |= a[i] == b[k];
        if (!found) return 0;
    }
    return 1;
}

/* Adds a clause that holds, and returns 1 if it makes all clauses together false. */
static int add(const int *lits, int size) {
    if (count == room) {
        room = room ? 2 * room : 1024;
        clauses = must(realloc(clauses, sizeof(Clause) * room));
    }
    Clause *c = &clauses[count];
    c->size = size;
    c->dead = 0;
    c->hash = hash_of(lits, size);
    c->lits = must(malloc(sizeof(int) * (size + 1)));
    memcpy(c->lits, lits, sizeof(int) * size);
    push(&buckets[c->hash % BUCKETS], count);
    /* Literals that are not false come first, because they are watched. */
    int open = 0;
    for (int i = 0; i < size && open < 2; i++)
        if (values[at(c->lits[i])] != -1) {
            int lit = c->lits[i];
            c->lits[i] = c->lits[open];
            c->lits[open++] = lit;
        }
    if (size >= 2) {
        push(&watches[at(c->lits[0])], count);
        push(&watches[at(c->lits[1])], count);
    }
    count++;
    if (open == 0) return 1;
    if (open == 1 && values[at(clauses[count - 1].lits[0])] == 0) assign(clauses[count - 1].lits[0]);
    return propagate();
}

static void forget(const int *lits, int size) {
    uint64_t hash = hash_of(lits, size);
    List *bucket = &buckets[hash % BUCKETS];
    for (int i = 0; i < bucket->size; i++) {
        Clause *c = &clauses[bucket->items[i]];
        if (c->dead || c->hash != hash || c->size != size || !same(c->lits, lits, size)) continue;
        /* A clause that is the reason of a unit is kept, as other checkers do. */
        if (size >= 2 && values[at(c->lits[0])] != 1 && values[at(c->lits[1])] != 1) {
            c->dead = 1;
            bucket->items[i] = bucket->items[--bucket->size];
        }
        return;
    }
}

/* Reads a clause; returns 0 at the end of the file. */
static int read_clause(FILE *file, int **lits, int *size, int *lits_room) {
    int lit, got;
    *size = 0;
    while ((got = fscanf(file, "%d", &lit)) == 1 && lit != 0) {
        if (*size == *lits_room) {
            *lits_room = *lits_room ? 2 * *lits_room : 64;
            *lits = must(realloc(*lits, sizeof(int) * *lits_room));
        }
        (*lits)[(*size)++] = lit;
        grow(abs(lit));
    }
    return got == 1;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    FILE *input = fopen(argv[1], "r"), *proof = fopen(argv[2], "r");
    if (!input || !proof) return 2;
    buckets = must(calloc(BUCKETS, sizeof(List)));
    grow(1);
    int *lits = NULL, size, lits_room = 0, c, done = 0;
    long steps = 0;
    while ((c = fgetc(input)) != '\n' && c != EOF) { }
    while (read_clause(input, &lits, &size, &lits_room)) done |= add(lits, size);
    while (!done) {
        do c = fgetc(proof); while (c == ' ' || c == '\n');
        if (c == EOF) break;
        if (c == 'd') {
            if (!read_clause(proof, &lits, &size, &lits_room)) break;
            forget(lits, size);
            continue;
        }
        ungetc(c, proof);
        if (!read_clause(proof, &lits, &size, &lits_room)) break;
        steps++;
        int before = trail_size, conflict = 0;
        for (int i = 0; i < size && !conflict; i++) {
            if (values[at(lits[i])] == 1) conflict = 1;
            else if (values[at(lits[i])] == 0) assign(-lits[i]);
        }
        conflict = conflict || propagate();
        undo(before);
        if (!conflict) {
            printf("step %ld does not follow\n", steps);
            return 1;
        }
        done = add(lits, size);
    }
    printf(done ? "verified, %ld steps\n" : "no contradiction in %ld steps\n", steps);
    return !done;
}
