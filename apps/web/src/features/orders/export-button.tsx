import { ordersRoutes } from '@terrace/contracts/orders'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'
import { filterQuery, type OrderFilter } from './order-filter.ts'

/** Saves the purchases that the filter leaves, a row for each line, for a spreadsheet. */
export function ExportButton({ filter }: { filter: OrderFilter }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call(ordersRoutes.export, { query: filterQuery(filter) }),
    onSuccess: ({ data: { csv, filename } }) => saveText(csv, { filename, type: 'text/csv;charset=utf-8' }),
  })
  return (
    <>
      <Button
        size="sm"
        icon={<DownloadIcon aria-hidden className="size-4" />}
        isPending={isPending}
        pendingLabel="Exporting"
        onPress={() => mutate()}
        className="ml-auto"
      >
        Export CSV
      </Button>
      {error && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </>
  )
}
