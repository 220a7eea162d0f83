export type { ChatPort } from './chat.port.ts'
