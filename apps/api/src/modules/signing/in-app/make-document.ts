import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Certificate, SignedDocument } from './document.ts'
import type { LegalText } from './legal-text.ts'

export interface DocumentJob {
  terms: LegalText
  facts: Certificate
}

export interface MadeDocument extends SignedDocument {
  /** The terms as they were before they were signed. */
  source: Uint8Array
}

const idleMs = 60_000

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Makes a signed document beside the event loop, which reading fonts and packing pages would hold up for a second. One at
 * a time in the whole process: however many sign at once, they cost one core and the memory of one.
 */
export function makeDocument(terms: LegalText, facts: Certificate): Promise<MadeDocument> {
  const made = last.then(() => run({ terms, facts }))
  last = made.catch(() => undefined)
  return made
}

async function run(job: DocumentJob): Promise<MadeDocument> {
  clearTimeout(idle)
  worker ??= new Worker(new URL('./document-worker.ts', import.meta.url), { execArgv: [] })
  worker.ref()
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    worker.postMessage(job)
    // Posted by document-worker.ts alone, as this type.
    const [made] = (await once(worker, 'message')) as [MadeDocument]
    return made
  } catch (error) {
    end()
    throw error
  } finally {
    worker?.unref()
    idle = setTimeout(end, idleMs).unref()
  }
}

function end(): void {
  void worker?.terminate()
  worker = undefined
}
