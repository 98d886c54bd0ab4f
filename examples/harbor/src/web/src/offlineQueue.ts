import { openDB, type IDBPDatabase } from "idb";
import { uuidv7 } from "uuidv7";

const CAPACITY = 200;

export interface Scan {
  id: string; // UUID version 7, also the idempotency key
  barcode: string;
  scannedAt: number;
  skew: number;
}

export class QueueFullError extends Error {
  readonly code = "E4004";
}

/** OfflineQueue keeps scans in IndexedDB until there is a network. */
export class OfflineQueue {
  private flushing = false;

  constructor(
    private readonly db: IDBPDatabase,
    private readonly send: (scan: Scan) => Promise<Response>,
  ) {
    window.addEventListener("online", () => void this.flushQueue());
  }

  static async create(send: (scan: Scan) => Promise<Response>): Promise<OfflineQueue> {
    const db = await openDB("quay", 3, {
      upgrade(database) {
        database.createObjectStore("scans", { keyPath: "id" });
        database.createObjectStore("refused", { keyPath: "id" });
      },
    });
    return new OfflineQueue(db, send);
  }

  async add(barcode: string, skew: number): Promise<void> {
    if ((await this.db.count("scans")) >= CAPACITY) {
      throw new QueueFullError("200 scans are waiting");
    }
    await this.db.add("scans", { id: uuidv7(), barcode, scannedAt: Date.now(), skew });
    void this.flushQueue();
  }

  /** flushQueue sends the oldest first; what the server refuses is set aside. */
  async flushQueue(): Promise<void> {
    if (this.flushing || !navigator.onLine) return;
    this.flushing = true;
    try {
      for (const scan of (await this.db.getAll("scans")) as Scan[]) {
        const response = await this.send(scan);
        if (response.status >= 500) break;
        if (!response.ok) await this.db.put("refused", scan);
        await this.db.delete("scans", scan.id);
      }
    } finally {
      this.flushing = false;
    }
  }
}
