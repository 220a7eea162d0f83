import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { wireError } from '@terrace/contracts/wire-error'
import { env } from '#web/lib/env.ts'
import { ApiError, markNetworkError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { readToken } from '#web/lib/http/session.ts'
import { saveBlob } from '#web/lib/save-as.ts'

/** Downloads the export. The first call asks for a factor where that is due; the second fetches the file as binary data. */
export async function saveDataExport(id: string): Promise<void> {
  const { data } = await call(accountExportsRoutes.download, { params: { id } })
  const response = await fetchWithLogin(env().api_base.replace(/\/$/, '') + data.path)
  if (!response.ok) {
    const body = wireError.safeParse(await response.json().catch(() => ({})))
    throw new ApiError(response.status, body.success ? body.data : {})
  }
  saveBlob(await response.blob(), data.filename)
}

async function fetchWithLogin(url: string): Promise<Response> {
  try {
    return await fetch(url, {
      credentials: 'omit',
      headers: { authorization: `Bearer ${readToken() ?? ''}` },
    })
  } catch (error) {
    markNetworkError(error)
    throw error
  }
}
