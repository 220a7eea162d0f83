import { parentPort } from 'node:worker_threads'
import { postTo } from '../../../shared/thread-port.ts'
import { drawQuotePaper } from './draw-quote-paper.ts'
import type { QuotePaper } from './quote-paper.ts'

// A failure ends the thread, and with that tells whoever waits.
async function make(paper: QuotePaper): Promise<void> {
  postTo(parentPort, await drawQuotePaper(paper))
}

parentPort?.on('message', (paper: QuotePaper) => void make(paper))
