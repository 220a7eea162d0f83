import { useMutation, useQueryClient } from '@tanstack/react-query'
import { attentionRoutes, type WireAttention, type WireAttentionItem } from '@terrace/contracts/attention'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { attentionQuery } from './queries.ts'

type Dismissible = Extract<WireAttentionItem, { version: string }>

/** Returns a function that removes an item at once; the undo bar returns it. */
export function useDismiss(): (item: Dismissible) => void {
  const queryClient = useQueryClient()
  const { queryKey } = attentionQuery()
  const { mutate } = useMutation({
    mutationFn: ({ item: { id, version }, dismissed }: { item: Dismissible; dismissed: boolean }) =>
      call(attentionRoutes.dismiss, { body: { id, version, dismissed } }),
    // Runs requests in order, so that an undo arrives after its dismissal.
    scope: { id: attentionRoutes.dismiss.name },
    async onMutate({ item, dismissed }) {
      await queryClient.cancelQueries({ queryKey })
      if (!dismissed) return
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            data: known.data.filter(({ kind, id }) => kind !== item.kind || id !== item.id),
            meta: { ...known.meta, counts: withoutOne(known.meta.counts, item) },
          },
      )
    },
    onError: (error) => showToast(errorText(error), toastSeverity.error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (item) => {
    mutate({ item, dismissed: true })
    showUndo('Dismissed', () => mutate({ item, dismissed: false }))
  }
}

type Counts = WireAttention['meta']['counts']

const withoutOne = (counts: Counts, { kind }: Dismissible): Counts =>
  kind === 'price_drop'
    ? { ...counts, price_drops: counts.price_drops - 1 }
    : { ...counts, quotes: counts.quotes - 1 }
