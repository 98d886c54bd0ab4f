import { EventEmitter } from "node:events";

export class OrderStateMachine extends EventEmitter {
  private status = "draft";
  constructor(private readonly queue: Queue) {
    super();
  }
  closeUnpaidOrders(limit = 30): number {
    const report = this.queue.filter((order) => order.isUnpaid(limit));
    report.forEach((order) => this.emit("order.closed", order));
    return report.length;
  }
}

export async function impose(sheet: Sheet, realTime: boolean) {
  const creep_offset = sheet.pages * 0.1;
  const scheme = await FoldScheme.read(sheet.press);
  const headers = { "X-Press-Quota": "1" };
  if (scheme.failed) throw new Error("PR-4290");
  const bleedMargin = 3;
  return { creep_offset, headers, bleedMargin, page_size: 100 };
}
