// Sounds made on the spot, of noise and a few waves: nothing is loaded.
import type { Sound } from "./heard";

const LOUDNESS = 0.35;
const LENGTH: Record<Sound, number> = { dice: 0.5, card: 0.2, guns: 0.9, engines: 0.9, turn: 0.6 }; // seconds

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
/** When the sounds before have died away. */
let free = 0;

function noise(ctx: AudioContext): AudioBufferSourceNode {
  if (!hiss) {
    hiss = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = ctx.createBufferSource();
  source.buffer = hiss;
  source.loop = true;
  return source;
}

interface Voice {
  source: AudioScheduledSourceNode;
  from: number;
  lasts: number;
  loud: number;
  filter?: { type: BiquadFilterType; frequency: number };
  /** Seconds until it is at its loudest. */
  rise?: number;
}

/** One voice that swells and dies away. */
function sing(ctx: AudioContext, { source, from, lasts, loud, filter, rise = 0.005 }: Voice): void {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loud * LOUDNESS, from + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  if (filter) {
    const shaped = ctx.createBiquadFilter();
    shaped.type = filter.type;
    shaped.frequency.value = filter.frequency;
    source.connect(shaped).connect(gain);
  } else source.connect(gain);
  gain.connect(ctx.destination);
  source.start(from);
  source.stop(from + lasts);
}

function wave(ctx: AudioContext, type: OscillatorType, frequency: number, at: number, to = frequency): OscillatorNode {
  const source = ctx.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(to, at + 0.5);
  return source;
}

const MADE: Record<Sound, (ctx: AudioContext, at: number) => void> = {
  dice: (ctx, at) => {
    for (const from of [0, 0.07, 0.12, 0.2, 0.25, 0.36])
      sing(ctx, {
        source: noise(ctx),
        from: at + from,
        lasts: 0.05,
        loud: 0.9 - from * 1.5,
        filter: { type: "bandpass", frequency: 2600 - from * 2000 },
      });
  },
  card: (ctx, at) =>
    sing(ctx, {
      source: noise(ctx),
      from: at,
      lasts: 0.17,
      loud: 0.5,
      rise: 0.06,
      filter: { type: "highpass", frequency: 3000 },
    }),
  guns: (ctx, at) => {
    for (const from of [0, 0.28]) {
      sing(ctx, {
        source: noise(ctx),
        from: at + from,
        lasts: 0.5,
        loud: 0.9,
        filter: { type: "lowpass", frequency: 220 },
      });
      sing(ctx, { source: wave(ctx, "sine", 75, at + from, 30), from: at + from, lasts: 0.45, loud: 0.9 });
    }
  },
  engines: (ctx, at) => {
    for (const frequency of [44, 47, 88])
      sing(ctx, {
        source: wave(ctx, "sawtooth", frequency, at, frequency * 1.2),
        from: at,
        lasts: 0.85,
        loud: 0.4,
        rise: 0.3,
        filter: { type: "lowpass", frequency: 320 },
      });
  },
  turn: (ctx, at) => {
    sing(ctx, { source: wave(ctx, "sine", 523, at), from: at, lasts: 0.35, loud: 0.4 });
    sing(ctx, { source: wave(ctx, "sine", 784, at + 0.15), from: at + 0.15, lasts: 0.45, loud: 0.4 });
  },
};

/** One after the other; a browser that lets nothing be heard yet stays silent. */
export function play(sounds: Sound[]): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  free = Math.max(free, context.currentTime + 0.02);
  for (const sound of sounds) {
    MADE[sound](context, free);
    free += LENGTH[sound] * 0.6;
  }
}
