import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { CardForm } from './card-form.ts'
import { cardFormNotReady, CardError } from './card-messages.ts'
import { CardUnavailable } from './card-unavailable.tsx'
import { CardSkeleton } from './card-skeleton.tsx'

export interface StripeCardProps {
  publishableKey: string
  ref: Ref<CardForm>
}

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>

/** Stripe's hosted card fields. They run in Stripe's frame, so card numbers never reach our code. */
export function StripeCard(props: StripeCardProps) {
  const [attempt, setAttempt] = useState(1)
  return <Fields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Fields({ publishableKey, ref, onRetry }: StripeCardProps & { onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const ready = useRef<{ stripe: Stripe; card: ReturnType<typeof mountCard> } | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let isMounted = true
    async function open() {
      try {
        const stripe = await loadStripe(publishableKey)
        if (!isMounted || !container.current) return
        if (!stripe) throw new Error('Stripe.js needs a window')
        const card = mountCard(stripe, container.current)
        card.on('ready', () => setState('ready'))
        card.on('change', ({ error }) => setProblem(error?.message ?? ''))
        card.on('loaderror', () => setState('failed'))
        ready.current = { stripe, card }
      } catch (error) {
        console.error('Could not load the card form:', error)
        if (isMounted) setState('failed')
      }
    }
    void open()
    return () => {
      isMounted = false
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
        const text = error.message ?? 'This card can’t be used.'
        const isShownInForm = error.type === 'validation_error'
        if (isShownInForm) setProblem(text)
        throw new CardError(text, { isShownInForm })
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
          <CardSkeleton />
        </div>
      )}
      <div ref={container} className="min-h-12 rounded border border-line bg-surface px-3.5 py-3.5" />
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** Copies colour and font from the page, because Stripe's frame cannot see our style sheet. */
function mountCard(stripe: Stripe, container: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(container)
  const card = stripe
    .elements()
    .create('card', { hidePostalCode: true, style: { base: { color, fontFamily, fontSize: '16px' } } })
  card.mount(container)
  return card
}
