import { parentPort } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { renderTerms, signDocument } from './document.ts'
import type { DocumentJob, RenderedDocument } from './render-document.ts'

/** Unsigned terms by version; rendered once for all signers. */
const sources = new Map<string, Uint8Array>()

// An exception ends the thread, which rejects its pending jobs.
async function render({ terms, certificate }: DocumentJob): Promise<void> {
  const source = sources.get(terms.version) ?? (await renderTerms(terms, certificate.brand))
  sources.set(terms.version, source)
  const rendered: RenderedDocument = { source, ...(await signDocument(source, terms, certificate)) }
  postTo(parentPort, rendered)
}

parentPort?.on('message', (job: DocumentJob) => void render(job))
