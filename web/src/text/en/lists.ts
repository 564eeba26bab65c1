/** Several things in one breath: commas, and one "and" before the last. */
export const listed = (words: string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}` : (words[0] ?? "");
