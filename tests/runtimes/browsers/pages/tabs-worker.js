import { makeIds } from "./tabs-maker.js";

makeIds("worker");
