import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { CardForm } from './card-form.ts'
import { cardFormNotReady, CardProblem } from './card-messages.ts'
import { CardUnavailable } from './card-unavailable.tsx'
import { CardWaiting } from './card-waiting.tsx'

export interface StripeCardProps {
  publishableKey: string
  ref: Ref<CardForm>
}

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>

/** Stripe's own fields (wire.md §3.8): their script and frames come from Stripe, so that no number is ever ours to lose. */
export function StripeCard(props: StripeCardProps) {
  const [attempt, setAttempt] = useState(1)
  return <Fields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Fields({ publishableKey, ref, onRetry }: StripeCardProps & { onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const ready = useRef<{ stripe: Stripe; card: ReturnType<typeof mountCard> } | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let isWanted = true
    async function open() {
      try {
        const stripe = await loadStripe(publishableKey)
        if (!isWanted || !place.current) return
        if (!stripe) throw new Error('Stripe has no window to run in')
        const card = mountCard(stripe, place.current)
        card.on('ready', () => setState('ready'))
        card.on('change', ({ error }) => setProblem(error?.message ?? ''))
        card.on('loaderror', () => setState('failed'))
        ready.current = { stripe, card }
      } catch (error) {
        console.error('The card form could not be loaded:', error)
        if (isWanted) setState('failed')
      }
    }
    void open()
    return () => {
      isWanted = false
      ready.current?.card.destroy()
      ready.current = null
    }
  }, [publishableKey])

  useImperativeHandle(ref, () => ({
    async tokenise() {
      if (!ready.current || state !== 'ready') throw cardFormNotReady()
      const { stripe, card } = ready.current
      const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
      if (!paymentMethod) {
        const text = error.message ?? 'This card cannot be used.'
        const isSaidInForm = error.type === 'validation_error'
        if (isSaidInForm) setProblem(text)
        throw new CardProblem(text, { isSaidInForm })
      }
      const { id, card: details } = paymentMethod
      return { token: id, brand: details?.brand ?? 'card', last4: details?.last4 ?? '' }
    },
  }))

  if (state === 'failed') return <CardUnavailable onRetry={onRetry} />
  return (
    <div className="relative">
      {state === 'loading' && (
        <div className="absolute inset-x-0 top-0">
          <CardWaiting />
        </div>
      )}
      <div ref={place} className="min-h-12 rounded border border-line bg-surface px-3.5 py-3.5" />
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** In the colours of the page as it is now; the element cannot see our style sheet. */
function mountCard(stripe: Stripe, place: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(place)
  const card = stripe
    .elements()
    .create('card', { hidePostalCode: true, style: { base: { color, fontFamily, fontSize: '16px' } } })
  card.mount(place)
  return card
}
