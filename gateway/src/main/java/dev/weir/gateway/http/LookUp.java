package dev.weir.gateway.http;

import dev.weir.codec.dialect.InfoPath;
import dev.weir.codec.dialect.ServerSide;

/** What a client of a dialect looks up before it asks. */
record LookUp(ServerSide server, InfoPath info) {}
