// The options of the rules with which a game is played, in words.
import type { GameInfo, ScenarioCard } from "../api/types";

export interface OptionInWords {
  name: string;
  words: string;
  value: string;
}

/** What is not in the catalogue any more keeps its name. */
export function optionsInWords({ scenario, options }: GameInfo, cards: ScenarioCard[]): OptionInWords[] {
  const known = cards.find((card) => card.name === scenario)?.options ?? [];
  return Object.entries(options).map(([name, value]) => {
    const option = known.find((one) => one.name === name);
    const choice = option?.choices.find((one) => one.name === value);
    return { name, words: option?.text ?? name, value: choice?.title ?? value };
  });
}
