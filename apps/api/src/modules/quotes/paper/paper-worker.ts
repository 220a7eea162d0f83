import { parentPort } from 'node:worker_threads'
import { drawQuotePaper } from './draw-quote-paper.ts'
import type { QuotePaper } from './quote-paper.ts'

// A failure ends the thread, and with that tells whoever waits.
async function make(paper: QuotePaper): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(await drawQuotePaper(paper))
}

parentPort?.on('message', (paper: QuotePaper) => void make(paper))
