import { ordersRoutes } from '@terrace/contracts/orders'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { ExportCsvButton } from '#web/ui/data-table/export-csv-button.tsx'
import { toOrderQuery, type OrderFilter } from './order-filter.ts'

/** Downloads the filtered purchases as CSV, one row per order line. */
export function ExportButton({ filter, isEmpty }: { filter: OrderFilter; isEmpty: boolean }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call(ordersRoutes.export, { query: toOrderQuery(filter) }),
    onSuccess: ({ data: { csv, filename } }) => saveText(csv, { filename, type: 'text/csv;charset=utf-8' }),
  })
  return (
    <>
      <ExportCsvButton isPending={isPending} isEmpty={isEmpty} onPress={() => mutate()} />
      {error && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </>
  )
}
