import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import type { CardForm } from './card-form.ts'
import { StripeCard } from './stripe-card.tsx'

type Handler = (event: { error?: { message: string } }) => void

const scripts = () => [...document.querySelectorAll('script[src^="https://js.stripe.com/"]')]
const latestScript = () => vi.waitFor(() => scripts().at(-1) ?? Promise.reject(new Error('no script yet')))

/** What Stripe's own script would put on the page, as far as we speak to it. */
function bringStripe(method: () => unknown) {
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
  return { say: (name: string, event: Parameters<Handler>[0] = {}) => act(() => handlers.get(name)?.(event)) }
}

/*
 * One test, since the loader keeps what it has loaded for as long as the page lives.
 */
test('where Stripe cannot be reached the form says so and tries again when asked; then its own fields name the card or say what is wrong', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const card = createRef<CardForm>()
  render(<StripeCard publishableKey="pk_test_1" ref={card} />)
  expect(screen.getByText('Loading the card form')).toBeTruthy()
  await expect(card.current?.tokenise()).rejects.toMatchObject({ name: 'CardProblem' })
  const first = await latestScript()
  expect(first.getAttribute('src')).toBe('https://js.stripe.com/endive/stripe.js')
  await act(async () => void first.dispatchEvent(new Event('error')))
  // The loader tries once more by itself.
  const second = await vi.waitFor(async () => {
    const script = await latestScript()
    expect(script).not.toBe(first)
    return script
  })
  await act(async () => void second.dispatchEvent(new Event('error')))
  expect(await screen.findByText('The card form could not be loaded.')).toBeTruthy()
  expect(told).toHaveBeenCalled()

  let method: unknown = { error: { message: 'Your card number is incomplete.' } }
  const stripe = bringStripe(() => method)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => {
    stripe.say('ready')
    expect(screen.queryByText('Loading the card form')).toBeNull()
  })
  stripe.say('change', { error: { message: 'Your card’s expiry year is in the past.' } })
  expect(screen.getByRole('alert').textContent).toBe('Your card’s expiry year is in the past.')
  await expect(card.current?.tokenise()).rejects.toMatchObject({ message: 'Your card number is incomplete.' })
  expect(screen.getByRole('alert').textContent).toBe('Your card’s expiry year is in the past.')
  // What is wrong in its fields is said once, below them.
  method = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
  await act(() => expect(card.current?.tokenise()).rejects.toMatchObject({ isSaidInForm: true }))
  expect(screen.getByRole('alert').textContent).toBe('Your card number is incomplete.')
  method = { paymentMethod: { id: 'pm_1', card: { brand: 'visa', last4: '4242' } } }
  expect(await card.current?.tokenise()).toEqual({ token: 'pm_1', brand: 'visa', last4: '4242' })
})
