/** What the server's commands answer: the JSON of `mindport migrate`, `scan` and `verify`. */

export type Compatibility = 'consistent' | 'adjusted' | 'divergent' | 'unsupported' | 'unmapped';

export const COMPATIBILITIES: readonly Compatibility[] = [
  'unsupported',
  'divergent',
  'unmapped',
  'adjusted',
  'consistent',
];

export interface Left {
  line: number;
  column: number;
  api: string;
  reason: string;
}

export interface Migrated {
  text: string;
  /** Of a notebook, the text of each cell with Python. */
  cells?: string[] | null;
  uses: number;
  converted: number;
  left: Left[];
  helpers: string[];
  message?: string;
  problem?: string | null;
  /** The module of helpers that the migrated file imports, when it imports one. */
  helpersText?: string | null;
}

export interface Use {
  api: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  role: string;
  compatibility: Compatibility;
  mindspore: string | null;
  fix: 'safe' | 'unsafe' | 'display_only' | 'none';
  notes: { kind: string; message: string }[];
}

export interface ScannedFile {
  path: string;
  problems: (string | { message?: string; line?: number })[];
  uses: Use[];
}

export interface ScanReport {
  root: string;
  target: string;
  mindspore: string;
  summary: { files: number; uses: number; by_compatibility: Partial<Record<Compatibility, number>>; seconds: number };
  files: ScannedFile[];
}

export interface Deviation {
  name: string;
  shape: number[];
  dtype: string;
  max_abs: number | null;
  max_rel: number | null;
  cosine: number | null;
  within: boolean;
  note?: string | null;
}

export interface VerifyReport {
  verdict: 'equivalent' | 'different' | 'inconclusive';
  reason: string | null;
  message?: string | null;
  detail?: string | null;
  side?: string | null;
  stage?: string | null;
  trace?: string | null;
  outputs: Deviation[];
  layers: Deviation[];
  gradients: Deviation[];
  state?: Deviation[];
  first_divergence: string | null;
  versions: Record<string, string>;
  stand_ins: string[];
  notes?: string[];
  seconds: number;
}
