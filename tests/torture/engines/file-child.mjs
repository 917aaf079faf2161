import { file } from "flakekit/lease/file";

export async function open({ directory }) {
  return file(directory);
}
