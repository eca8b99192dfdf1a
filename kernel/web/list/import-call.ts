import {
  type Importable,
  type ImportMode,
  type ImportRow,
  importPath,
  importQuestionOf,
  type importResultFields,
  type Values,
} from '@boyun/kernel/contract';
import { proven } from '../call.ts';
import { post } from '../transport.ts';

/** Result of an import (spec §3). */
export type ImportResult = Values<typeof importResultFields>;

/** Column heads of a file with the fields they were recognised as; `isClear` when none needs the user's choice. */
export interface FileHeads {
  readonly heads: readonly { readonly title: string; readonly key: string | null }[];
  readonly isClear: boolean;
}

/** Reads the heads of a file to import. */
export async function readFileHeads(of: Importable, file: File): Promise<FileHeads> {
  const { data } = await post(importPath(of, 'import'), { File: file, OnlyHeads: true });
  const { Heads, IsClear } = data as { Heads: { Title: string; Key: string | null }[]; IsClear: boolean };
  return { heads: Heads.map(({ Title, Key }) => ({ title: Title, key: Key })), isClear: IsClear };
}

/** Starts the import of a file or of rows, after asking for the password where it requires one; returns the id of its task. */
export async function startImport(
  of: Importable,
  input: {
    mode: ImportMode;
    file?: File;
    rows?: readonly ImportRow[];
    mapping?: Readonly<Record<string, string | null>>;
  },
): Promise<string> {
  const question = importQuestionOf(of, input.mode);
  const body = {
    Mode: input.mode,
    Mapping: input.mapping && JSON.stringify(input.mapping),
    Rows: input.rows && JSON.stringify(input.rows),
    Background: true,
    File: input.file,
  };
  const { data } = await post(importPath(of, 'import'), body, question ? await proven(question) : undefined);
  return String((data as { TaskId: string }).TaskId);
}

/** Returns the address of an empty table or workbook to fill in for an import. */
export async function importTemplate(of: Importable): Promise<string> {
  return String((await post(importPath(of, 'template'))).data);
}
