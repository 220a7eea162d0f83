import { parentPort } from 'node:worker_threads'
import { postTo } from '../../../shared/thread-port.ts'
import { drawTerms, signDocument } from './document.ts'
import type { DocumentJob, MadeDocument } from './make-document.ts'

/** By version: drawn once for all who sign it. */
const sources = new Map<string, Uint8Array>()

// A failure ends the thread, and with that tells whoever waits.
async function make({ terms, facts }: DocumentJob): Promise<void> {
  const source = sources.get(terms.version) ?? (await drawTerms(terms, facts.brand))
  sources.set(terms.version, source)
  const made: MadeDocument = { source, ...(await signDocument(source, terms, facts)) }
  postTo(parentPort, made)
}

parentPort?.on('message', (job: DocumentJob) => void make(job))
