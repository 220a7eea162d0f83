import { useMutation } from '@tanstack/react-query'
import { clientsRoutes } from '@terrace/contracts/clients'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { saveText } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'

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
      <Button
        size="sm"
        icon={<DownloadIcon aria-hidden className="size-4" />}
        isPending={isPending}
        pendingLabel="Exporting"
        onPress={() => mutate()}
      >
        Export CSV
      </Button>
    </>
  )
}
