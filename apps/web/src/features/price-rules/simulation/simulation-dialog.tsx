import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { priceRulesRoutes, type WirePriceRule } from '@terrace/contracts/price-rules'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useEffect, useState } from 'react'
import { env } from '#web/lib/env.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NextPage } from '#web/ui/controls/next-page.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useReloadRules } from '../queries.ts'
import { counted, ruleSentence } from '../texts.ts'
import { SimulatedMoves } from './simulated-moves.tsx'

export interface SimulationDialogProps {
  rule: WirePriceRule
  isOpen: boolean
  onClose: () => void
  onEdit: () => void
}

type Shown = 'moved' | 'kept'

/** What the rule would do on today's market. Opening it simulates; switching on follows. */
export function SimulationDialog({ rule, isOpen, onClose, onEdit }: SimulationDialogProps) {
  const reload = useReloadRules()
  const [shown, setShown] = useState<Shown>('moved')
  const params = { rule_id: rule.id }
  const body = { version: rule.version }
  const simulation = useMutation({
    mutationFn: () => call(priceRulesRoutes.simulate, { params, body }),
    onSuccess: ({ data }) => {
      setShown(data.counts.moved > 0 ? 'moved' : 'kept')
      reload()
    },
  })
  const simulate = useEventCallback(() => simulation.mutate())
  useEffect(() => simulate(), [simulate])
  const result = simulation.data?.data
  const rows = useInfiniteQuery({
    queryKey: [priceRulesRoutes.simulation.name, rule.id, result?.rule.simulation?.at, shown],
    queryFn: ({ signal, pageParam }) =>
      call(priceRulesRoutes.simulation, { params, query: { show: shown, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    enabled: result !== undefined,
  })
  const switching = useMutation({
    mutationFn: () => call(priceRulesRoutes.switch, { params, body: { ...body, on: true } }),
    onSuccess: () => {
      reload()
      onClose()
    },
  })
  const items = rows.data?.pages.flatMap(({ data }) => data)
  const error = simulation.error ?? switching.error
  return (
    <Dialog
      title={`Simulation of “${rule.name}”`}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!switching.isPending}
      actions={
        <>
          <Button onPress={onEdit} isDisabled={switching.isPending}>
            Edit rule
          </Button>
          <Button isPending={simulation.isPending} onPress={() => simulation.mutate()}>
            Simulate again
          </Button>
          {rule.state === 'on' ? (
            <Button tone="primary" onPress={onClose}>
              Done
            </Button>
          ) : (
            <Button
              tone="primary"
              isDisabled={result === undefined}
              isPending={switching.isPending}
              onPress={() => switching.mutate()}
            >
              Switch on
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm">{ruleSentence(rule.settings)}</p>
      {result && (
        <>
          <p role="status" className="mt-2 text-sm">
            On today’s market {counted(result.counts.moved, 'price')} of{' '}
            {counted(result.counts.listings, 'listing')} would move. Nothing has changed yet.
          </p>
          {result.counts.has_file_price > 0 && (
            <p className="mt-1 text-sm text-signal">
              {counted(result.counts.has_file_price, 'price')} of these come from your files. The next file
              overwrites what the rule sets, unless its profile leaves prices to {env().brand}.
            </p>
          )}
          <Segmented
            label="Show"
            className="mt-3"
            segments={[
              { value: 'moved', label: `Moves ${formatCount(result.counts.moved)}` },
              { value: 'kept', label: `Stay ${formatCount(result.counts.kept)}` },
            ]}
            value={shown}
            onChange={(value) => setShown(value === 'kept' ? 'kept' : 'moved')}
          />
        </>
      )}
      {items === undefined && !rows.error && !error && <Skeleton className="mt-3 h-48" />}
      {items === undefined && rows.error && <LoadError title="Couldn’t load the simulation" query={rows} />}
      {items && <SimulatedMoves moves={items} />}
      <NextPage query={rows} className="mt-2" />
      {error && <FormError error={error} />}
    </Dialog>
  )
}
