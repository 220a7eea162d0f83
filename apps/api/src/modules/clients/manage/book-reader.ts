import type { Db } from '#api/db/client.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'
import type { Client } from '../client.ts'
import { readClients, readClientVersions } from '../clients.repo.ts'

interface Book {
  clients: ReadonlyMap<string, Client>
  eviction: NodeJS.Timeout
}

export interface BookReader {
  /** The team's clients; `onDecrypted` gets the computing time of each part. */
  read(teamId: string, onDecrypted: (ms: number) => void): Promise<Client[]>
}

/** Read at once; between two parts, other requests get their turn. */
const clientsPerPart = 250
/** Of all teams together. */
const maxClientsInMemory = 50_000

/**
 * Reads whole client books to search them. Decrypted entries stay in memory for a minute after the last search, so that
 * a search while someone types decrypts only what has changed since.
 */
export function createBookReader(
  { db, fieldCipher }: { db: Db; fieldCipher: FieldCipher },
  evictAfterMs = 60_000,
): BookReader {
  const books = createLruCache<Book>(maxClientsInMemory)

  function store(teamId: string, clients: ReadonlyMap<string, Client>): void {
    clearTimeout(books.get(teamId)?.eviction)
    const eviction = setTimeout(() => {
      // The cache may have dropped this book, and another search stored a new one.
      if (books.get(teamId)?.eviction === eviction) books.remove(teamId)
    }, evictAfterMs).unref()
    books.set(teamId, { clients, eviction }, clients.size + 1)
  }

  return {
    async read(teamId, onDecrypted) {
      const versions = await readClientVersions(db, teamId)
      const known = books.get(teamId)?.clients
      const changed = versions.filter(({ id, version }) => known?.get(id)?.version !== version)
      const decrypted = new Map<string, Client>()
      for (let start = 0; start < changed.length; start += clientsPerPart) {
        const ids = changed.slice(start, start + clientsPerPart).map(({ id }) => id)
        for (const client of await readClients(db, fieldCipher, { teamId, ids }, onDecrypted))
          decrypted.set(client.id, client)
      }
      const clients = versions.flatMap(({ id, lastUsedAt }) => {
        const client = decrypted.get(id) ?? known?.get(id)
        if (!client) return []
        // The same object as long as nothing changes, because its search text is remembered.
        return client.lastUsedAt.getTime() === lastUsedAt.getTime() ? client : { ...client, lastUsedAt }
      })
      store(teamId, new Map(clients.map((client) => [client.id, client])))
      return clients
    },
  }
}
