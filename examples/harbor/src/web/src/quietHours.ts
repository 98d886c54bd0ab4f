export type Channel = "email" | "sms" | "push";

export interface Message {
  channel: Channel;
  urgent: boolean;
  timeZone: string;
  body: string;
}

const START = 21;
const END = 8;

function localHour(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(at);
  return Number.parseInt(parts, 10);
}

/** quietHours tells whether a message has to wait for the morning digest. */
export function quietHours(message: Message, at: Date): boolean {
  if (message.urgent) return false;
  const hour = localHour(at, message.timeZone);
  return hour >= START || hour < END;
}

export function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}
