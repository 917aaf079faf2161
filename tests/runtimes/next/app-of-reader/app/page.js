"use client";

import { createElement, useState } from "react";
import { discord } from "flakekit";

export default function Page() {
  const [text, setText] = useState("175928847299117063");
  const worker = discord.isValid(text) ? discord.decode(text).workerId : "no ID";
  return createElement("label", null, worker, createElement("input", { onChange: (e) => setText(e.target.value) }));
}
