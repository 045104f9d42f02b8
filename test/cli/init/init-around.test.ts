import { around } from "./kinds/around.js";
import { staysGreen } from "./kinds/green.js";

staysGreen(around);
