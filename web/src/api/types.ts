// Short names for the shapes of the contract.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Board = Schemas["Board"];
export type BoardHex = Schemas["Hex"];
export type Piece = Schemas["Piece"];
export type PieceState = Schemas["PieceState"];
export type View = Schemas["View"];
export type Decision = Schemas["Decision"];
export type OrderChoice = Schemas["OrderChoice"];
export type LogEntry = Schemas["LogEntry"] & { turn?: string; phase?: string };
export type Hint = Schemas["Hint"];
export type Odds = Schemas["Odds"];
export type Overlay = Schemas["Overlay"];
export type OverlayKind = Schemas["OverlayKind"];
export type Refusal = Schemas["Refusal"];
export type Summary = Schemas["Summary"];
export type Card = Schemas["Card"];
export type CardPart = Schemas["CardPart"];
export type Sign = Schemas["Sign"];
export type Chart = Schemas["Chart"];
export type Guide = Schemas["Guide"];
export type GameInfo = Schemas["GameInfo"];
export type Seat = Schemas["Seat"];
export type SeatInfo = Schemas["SeatInfo"];
export type Reseeding = Schemas["Reseeding"];
export type Invitation = Schemas["Invitation"];
export type Catalogue = Schemas["Catalogue"];
export type ScenarioCard = Schemas["ScenarioCard"];
export type NewGame = Schemas["NewGame"];
export type Screen = Schemas["Screen"];
export type Problem = Schemas["Problem"];
export type LiveMessage = Schemas["LiveMessage"];
export type ChatLine = Schemas["ChatLine"];
export type Rulebook = Schemas["Rulebook"];
