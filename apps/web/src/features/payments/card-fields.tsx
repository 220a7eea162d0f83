import type { Ref } from 'react'
import { env } from '#web/lib/env.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import type { CardForm } from './card-form.ts'
import { CardFrame } from './card-frame.tsx'
import { CardUnavailable } from './card-unavailable.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import type { StripeCardProps } from './stripe-card.tsx'

/** The card form of the configured payment gateway. Stripe's code loads only when Stripe is the gateway. */
export function CardFields({ ref, isInDialog = false }: { ref: Ref<CardForm>; isInDialog?: boolean }) {
  const { payments } = env()
  return payments.gateway === 'stripe' ? (
    <StripeFields publishableKey={payments.publishable_key} ref={ref} />
  ) : (
    <CardFrame url={isInDialog ? `${payments.card_frame_url}#raised` : payments.card_frame_url} ref={ref} />
  )
}

const load = () => import('./stripe-card.tsx').then(({ StripeCard }) => ({ default: StripeCard }))

function StripeFields(props: StripeCardProps) {
  const { Loaded, isFailed, retry } = useLazyComponent(load)
  if (Loaded) return <Loaded {...props} />
  return isFailed ? <CardUnavailable onRetry={retry} /> : <CardSkeleton />
}
