// NATO symbols by milsymbol. Of its thousands of icons a board of 1944 needs a few dozen; those are drawn here, so that
// the library's frames and echelons can be used without the hundred kilobytes of the others.
import { geticons } from "../../node_modules/milsymbol/src/lettersidc/geticons.js";
import { metadata } from "../../node_modules/milsymbol/src/lettersidc/metadata.js";
import { ms } from "../../node_modules/milsymbol/src/milsymbol.js";

// What is inside the frame, which reaches from 25,50 to 175,150.
const INFANTRY = "M25,50 175,150M25,150 175,50";
const ARMOUR = "M76,78H124C152,78 152,122 124,122H76C48,122 48,78 76,78Z";
const AIRBORNE = "M74,142C76,126 98,126 100,142C102,126 124,126 126,142";
const GLIDER = "M70,130H130L100,146Z";
const AMPHIBIOUS = "M25,100Q37,86 50,100T75,100T100,100T125,100T150,100T175,100";
const MOTORIZED = "M100,50V150";
const AIR_DEFENCE = "M25,150C25,96 175,96 175,150";
const GUN = "M100,108V58M86,70V108M114,70V108";
const ANTI_TANK = "M25,150 100,52 175,150";
const RECONNAISSANCE = "M25,150 175,50";
const ENGINEER = "M58,124V82H142V124M100,82V116";
const ARTILLERY = "M100,88a12,12 0 1 0 .1,0ZM100,94a6,6 0 1 0 .1,0Z";
const ROCKETS = "M86,66 100,52 114,66M86,80 100,66 114,80";
const MACHINE_GUN = "M100,66V134M84,82 100,66 116,82M84,134H116";
const MORTAR = "M100,118V66M90,76 100,66 110,76M100,118a6,6 0 1 0 .1,0Z";
const FORTIFIED = "M40,150V134H60V150M90,150V134H110V150M140,150V134H160V150";
const MOUNTAIN = "M80,150 100,118 120,150Z";
const RANGER = "M25,72H175";
const HEADQUARTERS =
  "M58,72V128M58,100H90M90,72V128M126,72C102,72 102,128 126,128C150,128 150,72 126,72ZM132,114 150,134";
const SUPPLY = "M25,128H175";
const BOMBER =
  "M100,60V142M36,104 100,88 164,104M36,104V110L100,104L164,110V104M60,88V104M140,88V104M80,138 100,130 120,138";
const FIGHTER = "M100,66V136M52,104 100,88 148,104M52,104 100,102 148,104M84,132H116";
const SIGNAL = "M25,50 110,108V92L175,150";

// By function code as in MIL-STD-2525C.
const ICONS: Record<string, string> = {
  "S-G-U-----": "",
  "S-G-UC----": "",
  "S-G-UCI---": INFANTRY,
  "S-G-UCIL--": INFANTRY,
  "S-G-UCIM--": INFANTRY + MOTORIZED,
  "S-G-UCIO--": INFANTRY + MOUNTAIN,
  "S-G-UCIA--": INFANTRY + AIRBORNE,
  "S-G-UCIS--": INFANTRY + GLIDER,
  "S-G-UCIZ--": INFANTRY + ARMOUR,
  "S-G-UCII--": INFANTRY + ARMOUR,
  "S-G-UCIN--": INFANTRY + AMPHIBIOUS,
  "S-G-UCA---": ARMOUR,
  "S-G-UCAT--": ARMOUR,
  "S-G-UCATA-": ARMOUR + AIRBORNE,
  "S-G-UCATW-": ARMOUR + AMPHIBIOUS,
  "S-G-UCAA--": ANTI_TANK,
  "S-G-UCAAA-": ARMOUR + ANTI_TANK,
  "S-G-UCAAS-": ARMOUR + ANTI_TANK,
  "S-G-UCD---": AIR_DEFENCE,
  "S-G-UCDG--": AIR_DEFENCE + GUN,
  "S-G-UCF---": ARTILLERY,
  "S-G-UCFH--": ARTILLERY,
  "S-G-UCFHE-": ARTILLERY + ARMOUR,
  "S-G-UCFR--": ARTILLERY + ROCKETS,
  "S-G-UCFM--": MORTAR,
  "S-G-UCE---": ENGINEER,
  "S-G-UCEC--": ENGINEER,
  "S-G-UCR---": RECONNAISSANCE,
  "S-G-UCRV--": RECONNAISSANCE,
  "S-G-UCRVA-": RECONNAISSANCE + ARMOUR,
  "S-G-UCRH--": RECONNAISSANCE + ARMOUR,
  "S-G-UCS---": INFANTRY + FORTIFIED,
  "S-G-UCM---": MACHINE_GUN,
  "S-G-UUS---": SIGNAL,
  "S-G-UH2---": HEADQUARTERS,
  "S-G-USS---": SUPPLY,
  "S-A-MFB---": BOMBER,
  "S-A-MFA---": FIGHTER,
  "S-F-G-----": INFANTRY + RANGER,
  "S-F-GR----": INFANTRY + RANGER,
};

ms.addIcons({
  type: "letter",
  getMetadata: metadata,
  getIcons: geticons,
  iconParts: [
    (parts, { affiliation }, colors) => {
      for (const [code, d] of Object.entries(ICONS))
        parts[code] = { type: "path", d, fill: false, stroke: colors.black[affiliation] };
    },
  ],
  icons: (codes, _boxes, parts) => {
    for (const code of Object.keys(ICONS)) codes[code] = [parts[code]];
  },
});

export interface SymbolSprite {
  image: HTMLCanvasElement;
  /** From the left and top of the image to the middle of the frame. */
  x: number;
  y: number;
}

const sprites = new Map<string, SymbolSprite | null>();

/** A symbol as a bitmap, its frame `width` pixels wide; null if the code has no icon. */
export function symbolSprite(code: string, ink: string, width: number): SymbolSprite | null {
  const key = `${code} ${ink} ${width}`;
  let sprite = sprites.get(key);
  if (sprite === undefined) {
    sprite = code ? render(code, ink, width) : null;
    sprites.set(key, sprite);
  }
  return sprite;
}

/** Whether there is an icon for a code. */
export function knowsSymbol(code: string): boolean {
  return `${code[0]}-${code[2]}-${code.slice(4, 10)}` in ICONS;
}

function render(code: string, ink: string, width: number): SymbolSprite | null {
  if (!knowsSymbol(code)) return null;
  // Counters show both sides in the same upright frame; milsymbol's frame for a friend is 150 wide at size 100.
  const symbol = new ms.Symbol(code[0] + "F" + code.slice(2), {
    size: (width / 150) * 100,
    monoColor: ink,
    strokeWidth: width < 30 ? 9 : 6,
    infoFields: false,
  });
  const { x, y } = symbol.getOctagonAnchor();
  return { image: symbol.asCanvas(1), x, y };
}
