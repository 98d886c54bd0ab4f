import type { LatLng, Renderer } from "./renderer";

const tileBudget = 40;
const ZOOMS = [9, 12, 15] as const;

let used = 0;

export function nearestZoom(wanted: number): number {
  return ZOOMS.reduce((best, z) => (Math.abs(z - wanted) < Math.abs(best - wanted) ? z : best));
}

export async function drawMap(renderer: Renderer, center: LatLng, wanted: number): Promise<void> {
  const zoom = nearestZoom(wanted);
  const tiles = renderer.tilesFor(center, zoom);
  if (used + tiles.length > tileBudget) {
    renderer.showStatic(center);
    return;
  }
  used += tiles.length;
  await Promise.all(tiles.map((tile) => renderer.load(tile)));
}

export async function fetchParcels(base: string, cursor?: string): Promise<{ items: unknown[]; next_cursor: string | null }> {
  const url = new URL("/v3/parcels", base);
  if (cursor) url.searchParams.set("cursor", cursor);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}
