// A profile as a table: the cycles of each routine, alone and including everything that it calls.

/** The heads of the columns. */
interface Heads {
  own: string;
  total: string;
  routine: string;
}

/** Makes the table from folded stacks of `frames` frames: each line has a call stack (`[start];main;draw`), a blank and the machine
 * cycles spent there. */
export function table(folded: string, frames: number, heads: Heads): string {
  const own = new Map<string, number>();
  const total = new Map<string, number>();
  let all = 0;
  for (const line of folded.split("\n").filter(Boolean)) {
    const at = line.lastIndexOf(" ");
    const [stack, cycles] = [line.slice(0, at).split(";"), Number(line.slice(at + 1))];
    const add = (sums: Map<string, number>, routine: string): unknown => sums.set(routine, (sums.get(routine) ?? 0) + cycles);
    add(own, stack.at(-1)!);
    // Count a recursive routine once.
    for (const routine of new Set(stack)) add(total, routine);
    all += cycles;
  }
  const column = (text: string): string => text.padStart(15);
  const cell = (cycles: number): string => column(`${Math.round(cycles / frames)} ${share(cycles, all)}`);
  const rows = [...total].sort(([a], [b]) => (own.get(b) ?? 0) - (own.get(a) ?? 0));
  const lines = rows.map(([routine, cycles]) => `${cell(own.get(routine) ?? 0)}${cell(cycles)}  ${routine}`);
  return [`${column(heads.own)}${column(heads.total)}  ${heads.routine}`, ...lines].join("\n");
}

/** A share in percent. */
function share(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`.padStart(7);
}
