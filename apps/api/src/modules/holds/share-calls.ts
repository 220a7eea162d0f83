import { isRefusedByDatabase } from '../../db/transaction.ts'

// One call at a time gathers the most company. One that stands in the database for longer than usual, behind somebody's
// lock, must not hold up everybody: then another begins beside it.
const patienceMs = 20
const lanes = 4
// Locks are held until all of a call is done.
const requestsPerCall = 64

export interface SharedCall<Request, Answer> {
  /** Requests that have a name in common never go in one call, and go in the order in which they came. */
  namesOf: (request: Request) => readonly string[]
  /** Answers in the order of the requests; undefined: to be asked alone. */
  call: (requests: readonly Request[]) => Promise<readonly (Answer | undefined)[]>
}

interface Waiting<Request, Answer> {
  request: Request
  names: readonly string[]
  answer: PromiseWithResolvers<Answer>
}

/**
 * Lets requests share calls: what comes in while a call is under way goes together in the next one, so that a round trip
 * and a commit are paid once for many. A request that finds none under way goes at once.
 *
 * A call that the database refuses has had no effect; its requests are then asked one by one, so that the one at fault
 * fails alone. After any other failure nobody knows what happened, and all fail.
 */
export function shareCalls<Request, Answer>({
  namesOf,
  call,
}: SharedCall<Request, Answer>): (request: Request) => Promise<Answer> {
  let queue: Waiting<Request, Answer>[] = []
  let busy = 0
  let begunAt = 0
  let timer: NodeJS.Timeout | undefined
  let isStarting = false

  function next(): Waiting<Request, Answer>[] {
    const taken = new Set<string>()
    const batch: Waiting<Request, Answer>[] = []
    const left: Waiting<Request, Answer>[] = []
    for (const waiting of queue) {
      const fits = batch.length < requestsPerCall && !waiting.names.some((name) => taken.has(name))
      ;(fits ? batch : left).push(waiting)
      // Those of one that stays are taken too: nobody with such a name may overtake it.
      for (const name of waiting.names) taken.add(name)
    }
    queue = left
    return batch
  }

  async function askAlone({ request, answer }: Waiting<Request, Answer>): Promise<void> {
    try {
      const [only] = await call([request])
      if (only === undefined) throw new Error('a request that was asked alone has no answer')
      answer.resolve(only)
    } catch (error) {
      answer.reject(error)
    }
  }

  async function ask(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    const alone: Waiting<Request, Answer>[] = []
    try {
      const answers = await call(batch.map(({ request }) => request))
      for (const [index, waiting] of batch.entries()) {
        const answer = answers[index]
        if (answer === undefined) alone.push(waiting)
        else waiting.answer.resolve(answer)
      }
    } catch (error) {
      if (batch.length > 1 && isRefusedByDatabase(error)) alone.push(...batch)
      else for (const { answer } of batch) answer.reject(error)
    }
    for (const waiting of alone) await askAlone(waiting)
  }

  // Not before all that has arrived has been read: it can go along.
  function startSoon(): void {
    if (isStarting) return
    isStarting = true
    setImmediate(() => {
      isStarting = false
      start()
    })
  }

  function start(): void {
    if (queue.length === 0 || busy >= lanes) return
    const patience = busy === 0 ? 0 : begunAt + patienceMs - performance.now()
    if (patience > 0) {
      timer ??= setTimeout(() => {
        timer = undefined
        start()
      }, patience)
      return
    }
    busy += 1
    begunAt = performance.now()
    void ask(next()).finally(() => {
      busy -= 1
      startSoon()
    })
    // What had to stay behind has to be looked after as well.
    start()
  }

  return (request) => {
    const answer = Promise.withResolvers<Answer>()
    queue.push({ request, names: namesOf(request), answer })
    startSoon()
    return answer.promise
  }
}
