// The parts of the server's JSON that the client reads (docs/json.md).
export interface Position { line: number; character: number }

export interface Result {
  id: string;
  provider: string;
  title: string;
  breadcrumb: string[];
  content: string;
  metadata: { matchType: string; timestamp?: number };
  location: { uri: string; range: { start: Position; end: Position } };
}

export interface Answer {
  meta: { queryType: string; indexing: boolean; totalLatencyMs: number };
  results: Result[];
}

export interface Status {
  state: 'ok' | 'indexing' | 'degraded' | 'failed' | 'unconfigured';
  summary: string;
  providers: { id: string; state: string; message?: string }[];
}
