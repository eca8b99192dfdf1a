import type pg from 'pg';

/** A column of a statement's result. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** What the driver needs of a statement that is only described; see `Submittable` in the types of pg. */
interface Wire {
  parse(statement: { name: string; text: string; types: readonly number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Lets PostgreSQL prepare a statement without running it. Returns its columns; rejects where it does not fit the schema. */
export function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const asked = {
      submit(wire: Wire) {
        wire.parse({ name: '', text, types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: Column[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(asked as unknown as pg.Submittable);
  });
}
