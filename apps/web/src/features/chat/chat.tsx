import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { useChat } from './use-chat.ts'

export interface ChatProps {
  currentUser: () => Promise<WireCurrentUser>
}

/** The customer chat, which shows itself. */
export function Chat({ currentUser }: ChatProps) {
  useChat(currentUser)
  return null
}
