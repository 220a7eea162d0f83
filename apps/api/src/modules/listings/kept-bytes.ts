/**
 * How much a process keeps in memory to answer the feed and the pages of quotes with, all of it (architecture.md §4): what is not asked for the
 * longest goes first, in each part by itself. Enough for 2,000 events of 100 listings; the process, which takes some
 * 185 MB by itself, must not be larger than 600 MB with them (`npm run bench -- feed`), and what is not swept yet has to
 * find room there as well.
 */
export const keptBytes = {
  books: 110_000_000,
  /** With their compressed copies. */
  answers: 220_000_000,
  pricedStock: 10_000_000,
  quotes: 10_000_000,
  /** Pages of quotes, with their compressed copies. */
  quotePages: 20_000_000,
  /** Of venues, as quotes show them; likewise. */
  quotePlans: 10_000_000,
} as const

/** Measured: 350 bytes for a listing, without the words that several of an event have in common. */
export function bytesOfBook(listings: number): number {
  return 4000 + 400 * listings
}

/** Measured: what a row takes up beside its listing, with its part of the columns, and the texts that rows keep. */
export function bytesOfPricedStock(rows: number, characters: number): number {
  return 200 * rows + characters
}

/**
 * Compressed copies are made when somebody first asks for them, and live as long as the answer (http/pack-answer.ts): room
 * is kept for both from the start. They take less than a quarter of it together.
 */
export function bytesOfAnswer(key: string, { json }: { json: Buffer }): number {
  return key.length + json.length * 1.25
}

/** A quote with its offers as objects, which take up more than their text does. */
export function bytesOfQuote(known: object): number {
  return 2000 + 2 * JSON.stringify(known).length
}
