import { act, screen } from '@testing-library/react'

/** Simulates the payment gateway's page in the card frame: reports ready and responds to requests. */
export async function fakeCardFrame(respond: () => { token: string } | { error: string }) {
  const frame: HTMLIFrameElement = await screen.findByTitle('Card details')
  const source = frame.contentWindow
  if (source === null) throw new Error('The card frame has no window')
  const sentToFrame: unknown[] = []
  function emit(data: unknown, origin = location.origin) {
    act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
  }
  source.postMessage = (message: unknown) => {
    sentToFrame.push(message)
    if (!(typeof message === 'object' && message !== null && 'type' in message)) return
    if (message.type !== 'terrace-card:tokenise') return
    const result = respond()
    queueMicrotask(() =>
      emit(
        'token' in result
          ? { type: 'terrace-card:token', token: result.token, brand: 'visa', last4: '4242' }
          : { type: 'terrace-card:error', message: result.error },
      ),
    )
  }
  emit({ type: 'terrace-card:ready' })
  return { frame, sentToFrame, emit }
}
