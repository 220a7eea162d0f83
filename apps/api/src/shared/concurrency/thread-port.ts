/**
 * Posts a message between a thread and its parent: a port, unlike a window, has no target origin. The port is `null`
 * outside a thread.
 */
export function postTo<Message>(
  port: { postMessage: (message: Message) => void } | null,
  message: Message,
): void {
  port?.postMessage(message)
}
