import type { WireCard } from '@terrace/contracts/cards'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CreditCardIcon, PlusIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { AddCard } from './add-card.tsx'
import { cardName, cardNotes, cardText } from './card-text.ts'
import { useMakeDefault, useRemoveCard } from './mutations.ts'
import { cardsQuery } from './queries.ts'
import { SetupReturn } from './setup-return.tsx'

interface SavedCardsProps {
  /** The bank has sent the buyer back here from its question about this card. */
  setupId?: string | undefined
  onReturned: () => void
}

/** The team's cards: which one pays by default, which go, and a new one (product.md §6, §7). */
export function SavedCards({ setupId, onReturned }: SavedCardsProps) {
  const [isAdding, setAdding] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  useKeptFocus({ list: part, rows: () => [...(part.current?.querySelectorAll('button') ?? [])] })
  return (
    <div ref={part}>
      <AccountSection
        heading="Cards"
        aside={
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onPress={() => setAdding(true)}
          >
            Add a card
          </Button>
        }
      >
        <SetupReturn setupId={setupId} onReturned={onReturned} />
        <Panel>
          <CardList />
        </Panel>
        <AddCard isOpen={isAdding} onClose={() => setAdding(false)} />
      </AccountSection>
    </div>
  )
}

function CardList() {
  const query = useQuery(cardsQuery())
  const { data: cards, error } = query
  if (cards) {
    return cards.length === 0 ? (
      <EmptyState
        icon={<CreditCardIcon />}
        title="No saved cards"
        message="Add one here, or save it while you pay. Its number stays with the payment provider."
      />
    ) : (
      <ul className="divide-y divide-line px-4 sm:px-5">
        {cards.map((card) => (
          <CardRow key={card.id} card={card} cards={cards} />
        ))}
      </ul>
    )
  }
  if (!error) {
    return (
      <SkeletonRegion label="Your cards are loading" className="space-y-2 px-4 py-4 sm:px-5">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-4 w-28" />
      </SkeletonRegion>
    )
  }
  return <LoadError title="Your cards could not be loaded" query={query} />
}

interface CardRowProps {
  card: WireCard
  /** All of them: another one may look like it. */
  cards: readonly WireCard[]
}

function CardRow({ card, cards }: CardRowProps) {
  const [isAsking, setAsking] = useState(false)
  const making = useMakeDefault()
  const removing = useRemoveCard()
  const name = cardName(card, cards)
  const error = making.error ?? removing.error
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            {cardText(card)}
            {card.is_default && <Badge tone="ok">Default</Badge>}
            {card.is_expired && <Badge tone="danger">Expired</Badge>}
          </p>
          <p className="tabular mt-0.5 text-xs text-muted">{cardNotes(card, cards)}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          {!card.is_default && !card.is_expired && (
            <Button
              size="sm"
              aria-label={`Make default: ${name}`}
              isPending={making.isPending}
              onPress={() => making.mutate(card.id)}
            >
              Make default
            </Button>
          )}
          <Button size="sm" aria-label={`Remove ${name}`} onPress={() => setAsking(true)}>
            Remove
          </Button>
        </div>
      </div>
      {error && (
        <div className="mt-2">
          <FormError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ${name}?`}
        message="Nobody in your team can pay with it from here any more. Orders that it paid stay as they are."
        confirmLabel="Remove card"
        tone="danger"
        isPending={removing.isPending}
        onConfirm={() => removing.mutate(card.id, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
