// Permanent errors: every attempt has them, until somebody corrects their cause.

import { type FlakeError, readProperties } from "../../values/index.js";
import { PERMANENT } from "./store-error.js";

/**
 * The codes, and in Deno the names, of permanent errors. All other errors may pass by themselves: a server that does not
 * answer, whose name is not found or that starts, a full disk, a standby.
 */
const PERMANENT_CODES: readonly unknown[] = [
  // The file system: a permission, and a path that is a file.
  "EACCES",
  "EPERM",
  "EROFS",
  "EEXIST",
  "ENOTDIR",
  "ELOOP",
  // The permissions of Node and Deno, and invalid addresses.
  "ERR_ACCESS_DENIED",
  "NotCapable",
  "PermissionDenied",
  "ERR_INVALID_URL",
  "ERR_SOCKET_BAD_PORT",
  // PostgreSQL: the user and its password; a database, a schema, a table, a column or a function that is missing; a privilege.
  "28000",
  "28P01",
  "3D000",
  "3F000",
  "42P01",
  "42703",
  "42883",
  "42501",
  // MySQL and MariaDB: the user and its password; a database, a table or a column that is missing; a privilege; what is no table.
  1045,
  1698,
  1049,
  1046,
  1146,
  1054,
  1044,
  1142,
  1143,
  1347,
  // Prisma: the user and its password, a missing database, a privilege, an address.
  "P1000",
  "P1003",
  "P1010",
  "P1013",
];

/** Whether an error is permanent. */
export function isPermanent(error: FlakeError): boolean {
  if (Object.hasOwn(error, PERMANENT)) return (error as { [PERMANENT]?: boolean })[PERMANENT] === true;
  return codesOf(error).some((code) => PERMANENT_CODES.includes(code));
}

/**
 * The codes, numbers and names of an error and of its causes: Drizzle puts the driver's error into `cause`, Prisma into `meta`. If
 * Prisma can't connect, its code is in `errorCode`.
 */
export function codesOf(error: unknown, depth = 5): unknown[] {
  if (depth === 0) return [];
  try {
    const { code, errno, errorCode, name, cause, meta } = readProperties(error, [
      "code",
      "errno",
      "errorCode",
      "name",
      "cause",
      "meta",
    ]);
    return [
      code,
      errno,
      errorCode,
      name,
      ...[cause, meta].flatMap((inner) => (inner ? codesOf(inner, depth - 1) : [])),
    ];
  } catch {
    // A getter of the error has thrown. Any value can be thrown as an error.
    return [];
  }
}
