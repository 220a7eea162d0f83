import { AlgoliaError } from '../algolia-error.ts'

const hourMs = 3_600_000

/** Counts the requests per API key and address in each hour, in this process. */
export function createHourlyLimits(now: () => Date) {
  let hour = 0
  const counts = new Map<string, number>()
  return {
    /** @throws AlgoliaError 429 above the limit of the key */
    count({ id, queries }: { id: string; queries: number }, ip: string): void {
      const time = now().getTime()
      const current = Math.floor(time / hourMs)
      if (current !== hour) counts.clear()
      hour = current
      const count = (counts.get(`${id} ${ip}`) ?? 0) + 1
      if (count > queries) {
        const seconds = Math.ceil(((current + 1) * hourMs - time) / 1000)
        throw new AlgoliaError(429, 'Too many requests for this API key and address', seconds)
      }
      counts.set(`${id} ${ip}`, count)
    },
  }
}
