// The options of the rules with which a game is played, in words.
import type { GameInfo, ScenarioCard } from "../api/types";
import { text } from "../text";

export interface OptionInWords {
  name: string;
  words: string;
  value: string;
}

/** What is not in the catalogue any more keeps its name. */
export function optionsInWords({ scenario, options }: GameInfo, cards: ScenarioCard[]): OptionInWords[] {
  const known = cards.find((card) => card.name === scenario)?.options ?? [];
  return Object.entries(options).map(([name, value]) => ({
    name,
    words: known.find((option) => option.name === name)?.text ?? name,
    value: text.home.newGame.choices[value] ?? value,
  }));
}
