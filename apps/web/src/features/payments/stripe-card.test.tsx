import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import type { CardForm } from './card-form.ts'
import { StripeCard } from './stripe-card.tsx'

type Handler = (event: { error?: { message: string } }) => void

const scripts = () => [...document.querySelectorAll('script[src^="https://js.stripe.com/"]')]
const latestScript = () => vi.waitFor(() => scripts().at(-1) ?? Promise.reject(new Error('no script yet')))

/** Replaces the global that Stripe's script defines. */
function fakeStripe(method: () => unknown) {
  const handlers = new Map<string, Handler>()
  const card = {
    mount: () => undefined,
    destroy: () => undefined,
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  const stripe = { elements: () => ({ create: () => card }), createPaymentMethod: async () => method() }
  const factory = Object.assign(() => ({ ...stripe, _registerWrapper: () => undefined }), {
    version: 'endive',
  })
  Object.assign(window, { Stripe: factory })
  return {
    emit: (name: string, event: Parameters<Handler>[0] = {}) => act(() => handlers.get(name)?.(event)),
  }
}

/* One test, because the loader caches the script for the lifetime of the page. */
test('a failed Stripe form can be reloaded, then returns a token or shows the error', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const card = createRef<CardForm>()
  render(<StripeCard publishableKey="pk_test_1" ref={card} />)
  expect(screen.getByText('Loading the card form')).toBeTruthy()
  await expect(card.current?.tokenise()).rejects.toMatchObject({ name: 'CardError' })
  const first = await latestScript()
  expect(first.getAttribute('src')).toBe('https://js.stripe.com/endive/stripe.js')
  await act(async () => void first.dispatchEvent(new Event('error')))
  // The loader retries once by itself.
  const second = await vi.waitFor(async () => {
    const script = await latestScript()
    expect(script).not.toBe(first)
    return script
  })
  await act(async () => void second.dispatchEvent(new Event('error')))
  expect(await screen.findByText('Couldn’t load the card form.')).toBeTruthy()
  expect(consoleError).toHaveBeenCalled()

  let method: unknown = { error: { message: 'Your card number is incomplete.' } }
  const stripe = fakeStripe(() => method)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => {
    stripe.emit('ready')
    expect(screen.queryByText('Loading the card form')).toBeNull()
  })
  stripe.emit('change', { error: { message: 'Your card’s expiry year is in the past.' } })
  expect(screen.getByRole('alert').textContent).toBe('Your card’s expiry year is in the past.')
  await expect(card.current?.tokenise()).rejects.toMatchObject({ message: 'Your card number is incomplete.' })
  expect(screen.getByRole('alert').textContent).toBe('Your card’s expiry year is in the past.')
  // A validation error is shown only below the fields.
  method = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
  await act(() => expect(card.current?.tokenise()).rejects.toMatchObject({ isShownInForm: true }))
  expect(screen.getByRole('alert').textContent).toBe('Your card number is incomplete.')
  method = { paymentMethod: { id: 'pm_1', card: { brand: 'visa', last4: '4242' } } }
  expect(await card.current?.tokenise()).toEqual({ token: 'pm_1', brand: 'visa', last4: '4242' })
})
