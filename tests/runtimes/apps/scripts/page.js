import "./make.js";
