import { useMutation, useQuery } from '@tanstack/react-query'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryProfilesRoutes, type WireDialect } from '@terrace/contracts/inventory-profiles'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { saveParts } from '#web/lib/save-parts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { InventoryFilterQuery } from '#web/features/inventory/filter/inventory-filter.ts'
import { FormSelect } from '#web/features/inventory/form/form-select.tsx'
import { counted } from '#web/features/inventory/texts.ts'

export interface ExportDialogProps {
  /** Of the list; `null`: all listings of coming events. */
  filter: InventoryFilterQuery | null
  isOpen: boolean
  onClose: () => void
}

/** Saves the unsold listings on sale as a file, in the form that another system reads. */
export function ExportDialog({ filter, isOpen, onClose }: ExportDialogProps) {
  const [dialect, setDialect] = useState('own-export')
  const [currency, setCurrency] = useState('')
  const isByMarket = filter?.market !== undefined
  const { market: _, events: __, ...selected } = filter ?? {}
  const dialects = useQuery({
    queryKey: [inventoryProfilesRoutes.dialects.name],
    queryFn: async ({ signal }) => (await call(inventoryProfilesRoutes.dialects, { signal })).data,
    staleTime: Infinity,
  })
  const stock = useQuery({
    queryKey: [inventoryRoutes.summary.name, 'export', selected],
    queryFn: async ({ signal }) =>
      (await call(inventoryRoutes.summary, { query: { ...selected, ...onSale(selected) }, signal })).data
        .totals,
    enabled: !isByMarket,
  })
  const choices = dialects.data?.filter((one) => one.can_export)
  const chosen = choices?.find(({ name }) => name === dialect)
  const currencies = stock.data?.values.map((value) => value.currency) ?? []
  const isOneCurrency = chosen !== undefined && !hasCurrency(chosen)
  const usedCurrency = currencies.includes(currency) ? currency : currencies[0]
  const save = useMutation({
    mutationFn: () =>
      saveParts((after) =>
        call(inventoryExportRoutes.export, {
          query: {
            ...selected,
            dialect,
            ...(isOneCurrency && usedCurrency !== undefined && { currency: usedCurrency }),
            ...(after !== undefined && { after }),
          },
        }),
      ),
    onSuccess: onClose,
  })
  const count = stock.data?.listings
  return (
    <Dialog
      title="Export listings"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!save.isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={save.isPending}>
            Cancel
          </Button>
          <Button
            tone="primary"
            isPending={save.isPending}
            isDisabled={chosen === undefined || count === undefined || count === 0}
            onPress={() => save.mutate()}
          >
            Save CSV
          </Button>
        </>
      }
    >
      {isByMarket ? (
        <p className="text-sm">
          A filter by market can’t be exported, because other sellers’ prices change meanwhile. Clear that
          filter first.
        </p>
      ) : choices && stock.data ? (
        <div className="space-y-5">
          <p role="status" className="text-sm">
            {count === 0
              ? 'No unsold listing on sale matches.'
              : `${counted(stock.data.listings, 'listing')} on sale with unsold tickets of coming events${Object.keys(selected).length === 0 ? '' : ', as filtered'}.`}
          </p>
          <FormSelect
            label="File format"
            options={choices.map(({ name, title }) => ({ id: name, name: title }))}
            value={dialect}
            onChange={setDialect}
          />
          {isOneCurrency && usedCurrency !== undefined && currencies.length > 1 && (
            <FormSelect
              label="Currency"
              options={currencies.map((id) => ({ id, name: id }))}
              value={usedCurrency}
              onChange={setCurrency}
            />
          )}
          <p className="text-sm text-muted">
            {isOneCurrency && currencies.length > 1
              ? `These files have one currency: only listings in ${usedCurrency} are saved. `
              : ''}
            Importing the file with a profile of the same format changes nothing.
          </p>
        </div>
      ) : dialects.error || stock.error ? (
        <LoadError title="Couldn’t load the export" query={dialects.error ? dialects : stock} />
      ) : (
        <Skeleton className="h-32" />
      )}
      {save.error && (
        <div className="mt-4">
          <FormError error={save.error} />
        </div>
      )}
    </Dialog>
  )
}

/** Sold-out and withdrawn listings are not exported. */
function onSale({ 'status[]': status = ['published'] }: Omit<InventoryFilterQuery, 'market' | 'events'>) {
  const all = Array.isArray(status) ? status : [status]
  return all.includes('published') ? { 'status[]': ['published' as const] } : { 'status[]': all }
}

const hasCurrency = ({ columns }: WireDialect) =>
  Object.values(columns).some(({ field }) => field === 'currency')
