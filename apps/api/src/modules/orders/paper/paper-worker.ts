import { parentPort } from 'node:worker_threads'
import { drawOrderPaper } from './draw-order-paper.ts'
import type { OrderPaper } from './order-paper.ts'

// A failure ends the thread, and with that tells whoever waits.
async function make(paper: OrderPaper): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(await drawOrderPaper(paper))
}

parentPort?.on('message', (paper: OrderPaper) => void make(paper))
