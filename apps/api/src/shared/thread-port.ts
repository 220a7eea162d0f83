/** Posts to a thread, or from one to whoever started it: a port, unlike a window, has no origin. Null outside of a thread. */
export function postTo<Message>(
  port: { postMessage: (message: Message) => void } | null,
  message: Message,
): void {
  port?.postMessage(message)
}
