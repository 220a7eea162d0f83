import { useMutation } from '@tanstack/react-query'
import { clientsRoutes } from '@terrace/contracts/clients'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { ExportCsvButton } from '#web/ui/data-table/export-csv-button.tsx'

/** Downloads the whole client book as CSV; for team owners. */
export function ExportClientsButton() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call(clientsRoutes.export),
    onSuccess: ({ data: { csv, filename } }) => saveText(csv, { filename, type: 'text/csv;charset=utf-8' }),
  })
  return (
    <>
      {error && (
        <p role="alert" className="self-center text-sm font-medium text-danger">
          {errorText(error)}
        </p>
      )}
      <ExportCsvButton isPending={isPending} isEmpty={false} onPress={() => mutate()} />
    </>
  )
}
