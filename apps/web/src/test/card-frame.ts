import { act, screen } from '@testing-library/react'

/** Stands in for what the payment provider loads into the card frame: says that it is ready, and answers what it is asked. */
export async function playCardFrame(answerTo: () => { token: string } | { error: string }) {
  const frame: HTMLIFrameElement = await screen.findByTitle('Card details')
  const source = frame.contentWindow
  if (source === null) throw new Error('The card frame has no window')
  const told: unknown[] = []
  function say(data: unknown, origin = location.origin) {
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
  }
  source.postMessage = (message: unknown) => {
    told.push(message)
    if (!(typeof message === 'object' && message !== null && 'type' in message)) return
    if (message.type !== 'terrace-card:tokenise') return
    const given = answerTo()
    queueMicrotask(() =>
      say(
        'token' in given
          ? { type: 'terrace-card:token', token: given.token, brand: 'visa', last4: '4242' }
          : { type: 'terrace-card:error', message: given.error },
      ),
    )
  }
  say({ type: 'terrace-card:ready' })
  return { frame, told, say }
}
